package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every incident, whatever numbers it is drawn with. */
class IncidentsTest {

    static List<Incident> small() {
        return Incidents.SMALL;
    }

    @Test
    void namesAreWordsThatCanBeAskedFor() {
        Set<String> names = new HashSet<>();
        for (Incident incident : Incidents.all()) {
            assertThat(incident.name()).matches("[a-z]+(-[a-z]+)*");
            assertThat(incident.about()).isNotBlank().doesNotContain("\n");
            assertThat(names.add(incident.name())).as(incident.name()).isTrue();
            assertThat(Incidents.named(incident.name())).hasSameClassAs(incident);
        }
        assertThatThrownBy(() -> Incidents.named("nothing"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("choose one-pool");
    }

    @ParameterizedTest
    @MethodSource("small")
    void theSameSeedGivesTheSameNumbers(Incident incident) {
        assertThat(incident.draw(Dice.thrown(7)).numbers())
                .isEqualTo(incident.draw(Dice.thrown(7)).numbers());
    }

    @ParameterizedTest
    @MethodSource("small")
    void whateverIsDrawnTheTruthNamesGatesAndFixesLiftThem(Incident incident) {
        Set<String> drawn = new HashSet<>();
        for (int seed = 0; seed < 200; seed++) {
            GateTrouble trouble = (GateTrouble) incident.draw(Dice.thrown(seed));
            drawn.add(trouble.numbers());
            assertThat(trouble.name()).isEqualTo(incident.name());
            for (String limit : trouble.truth()) {
                assertThat(limit.equals("cpu") || trouble.gates().containsKey(limit))
                        .as(limit)
                        .isTrue();
            }
            assertThat(trouble.gates().values()).allMatch(slots -> slots >= 1);
            for (Fix fix : trouble.fixes()) {
                fix.capacities()
                        .forEach((gate, slots) -> assertThat(slots)
                                .as(fix.toString())
                                .isGreaterThanOrEqualTo(1)
                                .isNotEqualTo(trouble.gates().get(gate)));
            }
            for (Set<String> arm : trouble.worthRunning()) {
                assertThat(trouble.arm(arm).fixes()).isEqualTo(arm);
            }
        }
        assertThat(drawn).hasSizeGreaterThan(50);
    }

    @Test
    void anArmHasTheCapacitiesOfItsFixes() {
        Trouble trouble = new SeriesEqual().draw(Dice.still(1));
        assertThat(trouble.arm(List.of("second")).capacities()).containsOnlyKeys("second");
        assertThat(trouble.arm(List.of()).isSick()).isTrue();
        Trouble story = new HotelAdsIncident().draw(Dice.still(1));
        Arm all = story.arm(List.of("receiver", "in-flight", "delay", "pool"));
        assertThat(all.capacities()).containsEntry("in-flight", 10_000).containsEntry("offers-grpc", 400);
        assertThat(all.outOfSlot()).containsExactly("delay");
        assertThat(all.label()).isEqualTo("receiver + in-flight + delay + pool");
    }

    @Test
    void aFixThatSetsAGateWhichIsNotThereIsRefused() {
        GateTrouble trouble = GateTrouble.named("x", Dice.still(1)).gate("a", 1);
        assertThatThrownBy(() -> trouble.lift("b", 2)).hasMessageContaining("gates that it does not have");
    }

    @Test
    void combinationsAreAllThatGoTogetherTheSmallOnesFirst() {
        List<Set<String>> of =
                Combinations.of(new HotelAdsIncident().draw(Dice.still(1)).fixes());
        assertThat(of).hasSize(15).doesNotHaveDuplicates();
        assertThat(of.getFirst()).hasSize(1);
        assertThat(of.getLast()).hasSize(4);
        // More slots and fewer of one gate exclude each other.
        assertThat(Combinations.of(new SlowDownstream().draw(Dice.still(1)).fixes()))
                .containsExactly(Set.of("more"), Set.of("fewer"));
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> LabOptions.of("one-pool", 1).fixing(List.of("pond")))
                .hasMessage("incident one-pool has no fault 'pond': choose from pool");
        assertThatThrownBy(() ->
                        LabOptions.of("one-pool", 1).fixing(List.of("pool")).everyCombination(true))
                .hasMessageContaining("choose one of them");
        assertThatThrownBy(() -> LabOptions.allIncidents(1).fixing(List.of("pool")))
                .hasMessageContaining("needs the incident");
        assertThatThrownBy(() -> LabOptions.allIncidents(1).shuffled(-3)).hasMessageContaining("not -3");
    }
}
