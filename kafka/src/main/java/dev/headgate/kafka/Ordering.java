package dev.headgate.kafka;

/** Which records of an intake may be handled at the same time. */
public enum Ordering {
    /** Any records, as far as the in-flight gate allows. */
    UNORDERED,
    /**
     * Records of one partition with equal key bytes are handled one after the other, in offset order; a retry of one
     * holds back the later ones of its key. Records without a key are unordered among themselves.
     */
    BY_KEY,
    /** Records of one partition are handled one after the other, in offset order. */
    BY_PARTITION
}
