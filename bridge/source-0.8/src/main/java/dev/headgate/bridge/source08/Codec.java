package dev.headgate.bridge.source08;

/** Unpacks what one compression packed. Keeps buffers, so it is for one thread. */
interface Codec extends AutoCloseable {

    /**
     * Unpacks.
     *
     * @return how many bytes there are now in {@code to}, from its beginning
     */
    int unpack(byte[] packed, int from, int length, Unpacked to) throws Damage;

    @Override
    default void close() {}
}
