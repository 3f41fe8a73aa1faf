package dev.headgate.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which arm runs when: rounds outermost, then cells, then arms, whose order moves by one from round to round. */
final class Schedule {
    /** One run. */
    record Turn(int round, Cell cell, Arm arm) {}

    private Schedule() {}

    static List<Turn> of(int rounds, List<Cell> cells, List<Arm> arms) {
        List<Turn> turns = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            List<Arm> order = new ArrayList<>(arms);
            Collections.rotate(order, -round);
            for (Cell cell : cells) {
                for (Arm arm : order) {
                    if (arm.does(cell)) {
                        turns.add(new Turn(round, cell, arm));
                    }
                }
            }
        }
        return turns;
    }
}
