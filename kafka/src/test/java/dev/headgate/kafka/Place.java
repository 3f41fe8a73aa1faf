package dev.headgate.kafka;

/** Where a record of the fixture's topic is. */
record Place(int partition, long offset) {
    static Place of(Delivery<?, ?> delivery) {
        return new Place(delivery.partition(), delivery.offset());
    }

    @Override
    public String toString() {
        return partition + "@" + offset;
    }
}
