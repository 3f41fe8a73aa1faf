-- What the rider waits for.
create table trips (
  trip_id         uuid primary key,
  rider_id        text not null,
  zone            text not null,
  distance_metres int not null,
  minutes         int not null,
  fare_cents      bigint not null,
  completed_at    timestamptz not null
);

-- What the rider does not wait for. "deliveries" counts how often a trip came; its effect is there once.
create table analytics (
  trip_id    uuid primary key,
  zone       text not null,
  fare_cents bigint not null,
  minutes    int not null,
  deliveries int not null
);

create table surge_trips (
  trip_id    uuid primary key,
  zone       text not null,
  deliveries int not null
);

-- Demand fades with a time constant of ten minutes; trips is the plain count.
create table surge (
  zone       text primary key,
  trips      bigint not null,
  demand     double precision not null,
  multiplier double precision not null,
  updated_at timestamptz not null
) with (fillfactor = 50);

-- How many times slower than usual something downstream is. Whoever runs the service changes it meanwhile.
create table slowness (
  downstream text primary key,
  factor     double precision not null check (factor >= 0)
);
