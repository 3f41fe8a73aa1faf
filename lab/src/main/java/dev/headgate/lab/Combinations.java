package dev.headgate.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Every combination of faults that can be switched off together, but for none of them; the small ones first. */
final class Combinations {
    private Combinations() {}

    static List<Set<String>> of(List<Fix> fixes) {
        List<Set<String>> all = new ArrayList<>();
        for (int bits = 1; bits < 1 << fixes.size(); bits++) {
            Set<String> names = new LinkedHashSet<>();
            Set<String> gates = new LinkedHashSet<>();
            boolean clash = false;
            for (int i = 0; i < fixes.size(); i++) {
                if ((bits >> i & 1) == 1) {
                    Fix fix = fixes.get(i);
                    names.add(fix.name());
                    for (String gate : fix.capacities().keySet()) {
                        clash |= !gates.add(gate);
                    }
                }
            }
            if (!clash) {
                all.add(names);
            }
        }
        all.sort(Comparator.comparingInt(Set::size));
        return all;
    }
}
