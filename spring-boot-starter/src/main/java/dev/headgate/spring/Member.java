package dev.headgate.spring;

import java.util.ArrayList;
import java.util.List;

/**
 * One intake of this process: the only one of its name, or one of several of a group.
 *
 * @param intake the name under {@code headgate.intakes}
 * @param number 1 and up where there are several, 0 where it is the only one
 */
record Member(String intake, int number) {

    /** The intake's own name, by which its bean is qualified. */
    String name() {
        return number == 0 ? intake : intake + "-" + number;
    }

    /** The name of its bean, which leaves the intake's own name to whoever handles its records. */
    String beanName() {
        return name() + "-intake";
    }

    /** Where its properties are. */
    String property() {
        return "headgate.intakes." + intake;
    }

    /**
     * All members of all intakes, in the order of the properties.
     *
     * @throws HeadgateConfigurationException for a number of members below 1
     */
    static List<Member> all(HeadgateProperties properties) {
        List<Member> all = new ArrayList<>();
        properties.intakes().forEach((intake, said) -> {
            if (said.members() < 1) {
                throw new HeadgateConfigurationException(
                        "headgate.intakes." + intake + ".members is " + said.members() + ".",
                        "Set it to 1 or more; to keep an intake from starting, set headgate.intakes." + intake
                                + ".auto-start to false.");
            }
            for (int i = 1; i <= said.members(); i++) {
                all.add(new Member(intake, said.members() == 1 ? 0 : i));
            }
        });
        return all;
    }
}
