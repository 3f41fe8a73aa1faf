package dev.headgate.load;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.responseTimeInMillis;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One POST a user. Public because Gatling makes it by name; {@link OpenLoad} is what one uses. */
public final class PostSimulation extends Simulation {
    private static final String ID = "id";
    private static final String AT = "at";
    private static final String STATUS = "status";
    private static final String MILLIS = "millis";

    /** Reads the plan of {@link LoadMain}. */
    public PostSimulation() {
        LoadMain.Plan plan = LoadMain.plan();
        List<PopulationBuilder> populations = new ArrayList<>();
        Duration before = Duration.ZERO;
        for (int i = 0; i < plan.steps().size(); i++) {
            populations.add(population(plan, i, before));
            before = before.plus(plan.steps().get(i).length());
        }
        setUp(populations.toArray(PopulationBuilder[]::new))
                .protocols(
                        http.baseUrl(plan.url().toString()).shareConnections().disableFollowRedirect());
    }

    @Override
    public void before() {
        System.out.println(LoadMain.STARTED);
    }

    private static PopulationBuilder population(LoadMain.Plan plan, int index, Duration before) {
        Step step = plan.steps().get(index);
        return scenario(step.name())
                .exec(session -> session.set(ID, UUID.randomUUID().toString()).set(AT, System.currentTimeMillis()))
                .exec(http(step.name())
                        .post("")
                        .body(StringBody(plan.body()))
                        .asJson()
                        .requestTimeout(plan.timeout())
                        .check(status().saveAs(STATUS), responseTimeInMillis().saveAs(MILLIS)))
                .exec(session -> {
                    Ledger.record(answer(session, index));
                    return session;
                })
                .injectOpen(
                        nothingFor(before),
                        constantUsersPerSec(step.perSecond()).during(step.length()));
    }

    private static Answer answer(Session session, int index) {
        long at = session.getLong(AT);
        boolean answered = session.contains(MILLIS);
        return new Answer(
                index,
                at,
                answered ? session.getInt(MILLIS) : (int) (System.currentTimeMillis() - at),
                answered ? session.getInt(STATUS) : 0,
                UUID.fromString(String.valueOf(session.getString(ID))));
    }
}
