package dev.headgate.lab;

/** The first of the four stories: hotel prices from Kafka to an ads service, on Reactor, with the faults that its team found. */
final class HotelAdsIncident implements Incident {
    @Override
    public String name() {
        return "hotel-ads";
    }

    @Override
    public String about() {
        return "prices from Kafka, looked up over gRPC, pushed as ads: the lag grows, the processor idles, each fix alone does nothing";
    }

    /** The numbers are those of the story, however the dice fall. */
    @Override
    public Trouble draw(Dice dice) {
        return new HotelAdsTrouble(Story.SHORT, dice.seed());
    }
}
