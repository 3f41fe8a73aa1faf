-- The outbox of Headgate, for PostgreSQL 13 and later. As a repeatable migration of Flyway, or by hand; run again, it changes nothing.
-- Rows live for a moment: they are deleted when Kafka has them. Those with slot -1 were refused by Kafka for good, "failure" says why.
create table if not exists outbox (
  slot       smallint not null,
  id         bigint generated always as identity,
  topic      text not null,
  key        bytea,
  value      bytea,
  written_at timestamptz not null default clock_timestamp(),
  failure    text,
  primary key (slot, id)
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_threshold = -1,
  autovacuum_vacuum_cost_delay = 0
);
