package dev.headgate.bench;

/** Our intake. */
final class HeadgateReader implements Reader {
    HeadgateReader(ArmTask task, Work work) {}

    @Override
    public void start() {
        throw new UnsupportedOperationException("The intake is not there yet.");
    }

    @Override
    public void close() {}
}
