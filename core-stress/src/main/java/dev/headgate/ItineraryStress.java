package dev.headgate;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Itineraries that are written, finished, read and forgotten at once. */
public class ItineraryStress {

    private ItineraryStress() {}

    /** A stop that comes as the record finishes is in or not; the finished itinerary does not change. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Finished without the stop.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Finished with the stop.")
    @State
    public static class AddAndFinish {
        private final Recorder recorder = new Recorder("record", 1);

        @Actor
        public void add() {
            recorder.add(new Stop(Stop.Kind.HOLD, "not before", 0, 1, 1, 2));
        }

        @Actor
        public void finish(II_Result result) {
            recorder.finish("done", 3);
            result.r1 = stops();
        }

        @Arbiter
        public void end(II_Result result) {
            result.r2 = stops();
        }

        private int stops() {
            Itinerary itinerary = recorder.itinerary();
            return itinerary == null ? -1 : itinerary.stops().size();
        }
    }

    /** A reset while the owner offers: what was offered before it is gone, and the sample is of one of the two eras. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "Both were offered before the reset.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The second was offered after it.")
    @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "Both were offered after it.")
    @State
    public static class OfferAndReset {
        private final Itineraries itineraries = new Itineraries(4, 1);

        @Actor
        public void offer() {
            offer("first");
            offer("second");
        }

        @Actor
        public void reset() {
            itineraries.reset();
        }

        @Arbiter
        public void end(II_Result result) {
            List<Itinerary> sample = itineraries.sample();
            result.r1 = sample.size();
            offer("third");
            result.r2 = itineraries.sample().size() - result.r1;
        }

        private void offer(String source) {
            Recorder recorder = itineraries.offer(source, 1);
            if (recorder != null) {
                recorder.finish("done", 2);
            }
        }
    }
}
