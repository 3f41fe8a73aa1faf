package dev.headgate.spring;

import dev.headgate.GateView;
import java.util.List;

/** Shows pools that the application has as gates. Asked once, when the application has started. */
interface PoolObserver {
    /** Its gates; empty when there is nothing to show. */
    List<GateView> gates();

    /** Whether they are what work meets last, inside everything else, such as a database's connections. */
    default boolean innermost() {
        return false;
    }
}
