package dev.headgate.kafka;

import dev.headgate.Holding;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The fields of the engine that more than one thread writes. */
public class EngineStress {

    private EngineStress() {}

    private static Flight flight() {
        TopicPartition partition = new TopicPartition("t", 0);
        Lane lane = new Lane(partition, Ordering.UNORDERED, Bookmark.Limits.of(4096), 1000, 0);
        return new Flight(new ConsumerRecord<>("t", 0, 0, null, null), lane, 0);
    }

    private static final class Numbered extends Entry {
        final int number;

        Numbered(int number) {
            this.number = number;
        }
    }

    private static int number(@Nullable Entry entry) {
        return entry == null ? 0 : ((Numbered) entry).number;
    }

    /** Of a worker that starts a flight and an owner that withdraws it exactly one wins. r1: started, r2: withdrawn. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "The worker has it.")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "The owner has it.")
    @State
    public static class StartAndWithdraw {
        private final Flight flight = flight();

        public StartAndWithdraw() {
            flight.putInLine();
        }

        @Actor
        public void worker(ZZ_Result result) {
            result.r1 = flight.start(1);
        }

        @Actor
        public void owner(ZZ_Result result) {
            result.r2 = flight.withdraw();
        }
    }

    /**
     * A worker goes on with a record while the owner, whose lane is about to go, takes it back. r1: started, r2: withdrawn.
     */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "The worker has it.")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "The owner has it.")
    @State
    public static class GoOnAndWithdraw {
        private final Flight flight = flight();

        public GoOnAndWithdraw() {
            flight.putBehind();
        }

        @Actor
        public void worker(ZZ_Result result) {
            result.r1 = flight.start(1);
        }

        @Actor
        public void owner(ZZ_Result result) {
            result.r2 = flight.withdraw();
        }
    }

    /** What a worker wrote before it finished a flight is seen by whoever sees it finished. r1: claim, r2: the time. */
    @JCStressTest
    @Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "Not finished.")
    @Outcome(id = "2, 7", expect = Expect.ACCEPTABLE, desc = "Not finished, the time already seen.")
    @Outcome(id = "3, 7", expect = Expect.ACCEPTABLE, desc = "Finished, with its time.")
    @State
    public static class FinishAndSee {
        private final Flight flight = flight();

        public FinishAndSee() {
            flight.putInLine();
            flight.start(1);
        }

        @Actor
        public void worker() {
            flight.finish(dev.headgate.kafka.Outcome.done(), 7);
        }

        @Actor
        public void owner(II_Result result) {
            result.r1 = flight.claim();
            result.r2 = (int) flight.finishedAt;
        }
    }

    /** Two workers at a line of two: each entry is taken once. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "One each.")
    @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "One each.")
    @State
    public static class TakeAndTake {
        private final ReadyQueue line = new ReadyQueue(2);

        public TakeAndTake() {
            line.offer(new Numbered(1));
            line.offer(new Numbered(2));
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = number(line.poll());
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = number(line.poll());
        }
    }

    /**
     * A worker takes from a full ring while the owner, that clears what was taken, puts more in. r1: what it took, r2: what is left, as
     * digits.
     */
    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The ring was full.")
    @Outcome(id = "1, 23", expect = Expect.ACCEPTABLE, desc = "The third took the first one's slot.")
    @State
    public static class TakeAndPut {
        private final ReadyQueue line = new ReadyQueue(2);

        public TakeAndPut() {
            line.offer(new Numbered(1));
            line.offer(new Numbered(2));
        }

        @Actor
        public void worker(II_Result result) {
            result.r1 = number(line.poll());
        }

        @Actor
        public void owner() {
            line.offer(new Numbered(3));
        }

        @Arbiter
        public void rest(II_Result result) {
            for (Entry left = line.poll(); left != null; left = line.poll()) {
                result.r2 = 10 * result.r2 + number(left);
            }
        }
    }

    /** Posts of two threads are both heard, once each. r1: how many, r2: how deep the newest says the stack is. */
    @JCStressTest
    @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "Both are there.")
    @State
    public static class PostAndPost {
        private final Mailbox mailbox = new Mailbox();

        @Actor
        public void one() {
            mailbox.post(new Numbered(1), Mailbox.Urgency.WHENEVER);
        }

        @Actor
        public void other() {
            mailbox.post(new Numbered(2), Mailbox.Urgency.WHENEVER);
        }

        @Arbiter
        public void end(II_Result result) {
            Message message = mailbox.take();
            result.r2 = message == null ? 0 : message.depth;
            for (; message != null; message = message.earlier) {
                result.r1++;
            }
        }
    }

    /** An owner that goes to wait inside poll sees the message or is interrupted. r1: it waits, r2: it was interrupted. */
    @JCStressTest
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "It saw the message.")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "It saw the message, and the poster saw it go.")
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "It waits and was interrupted.")
    @State
    public static class PostAndWait {
        private final Mailbox mailbox = new Mailbox();
        private volatile boolean interrupted;

        public PostAndWait() {
            mailbox.ownedBy(Thread.currentThread(), () -> interrupted = true);
        }

        @Actor
        public void poster() {
            mailbox.post(new Numbered(1), Mailbox.Urgency.NOW);
        }

        @Actor
        public void owner(ZZ_Result result) {
            result.r1 = mailbox.beginPoll(false);
        }

        @Arbiter
        public void end(ZZ_Result result) {
            result.r2 = interrupted;
        }
    }

    /** A stage that completes while its worker registers: the slot is disposed of once. r1: by the worker, r2: by the stage. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The worker goes on with it.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The stage gives it back.")
    @State
    public static class CompleteAndLeave {
        private final AtomicInteger slotsBack = new AtomicInteger();
        private final Flight flight = flight();
        private final Hand hand = new Hand(
                new Hand.Attempting() {
                    @Override
                    public void finishAsync(Flight f, @Nullable Object result, @Nullable Throwable failure) {
                        f.finish(dev.headgate.kafka.Outcome.done(), 2);
                    }

                    @Override
                    public void slotBack(@Nullable Holding holding) {
                        slotsBack.incrementAndGet();
                    }
                },
                flight);
        private final CompletableFuture<String> stage = new CompletableFuture<>();

        public CompleteAndLeave() {
            flight.putInLine();
            flight.start(1);
            stage.whenComplete(hand);
        }

        @Actor
        public void stage() {
            stage.complete("done");
        }

        @Actor
        public void worker(II_Result result) {
            result.r1 = hand.finishedOnCallersThread() ? 1 : 0;
        }

        @Arbiter
        public void end(II_Result result) {
            result.r2 = slotsBack.get();
        }
    }
}
