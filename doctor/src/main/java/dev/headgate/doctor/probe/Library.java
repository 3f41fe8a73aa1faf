package dev.headgate.doctor.probe;

import java.util.List;

/** Knows the meters of one library, and what they mean as a station. */
interface Library {

    /** What the page says of this library's stations; empty where the service does not have it. */
    List<Figure> read(Page page);

    /** Beginnings of names that it knows, also of meters that it does not need: these are not offered as unrecognised. */
    List<String> knows();
}
