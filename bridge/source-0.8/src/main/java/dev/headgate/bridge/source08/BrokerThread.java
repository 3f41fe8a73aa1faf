package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.OffsetRange;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import kafka.api.FetchRequest;
import kafka.api.FetchRequestBuilder;
import kafka.javaapi.consumer.SimpleConsumer;
import org.jspecify.annotations.Nullable;

/** One broker's connection, on a thread of its own: one question at a time. */
final class BrokerThread implements Runnable {

    private final Link link;
    private final Settings settings;
    private final BlockingQueue<Event> events;
    private final BlockingQueue<Question> questions = new ArrayBlockingQueue<>(1);
    private final Thread thread;
    private volatile boolean closed;

    BrokerThread(Link link, Settings settings, BlockingQueue<Event> events) {
        this.link = link;
        this.settings = settings;
        this.events = events;
        this.thread = new Thread(this, "headgate-source-" + link.address);
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes the question; there must be none before it that has no answer. */
    void ask(Question question) {
        questions.add(question);
    }

    /** Ends the thread and what it waits for; does not wait for that. */
    void close() {
        closed = true;
        thread.interrupt();
    }

    void join(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, nanos));
    }

    @Override
    public void run() {
        SimpleConsumer consumer = null;
        try {
            while (!closed) {
                Question question = questions.take();
                if (consumer == null) {
                    consumer = Metadata.connect(link.address, settings);
                }
                Event event = answer(consumer, question);
                if (event instanceof Event.Failed) {
                    close(consumer);
                    consumer = null;
                }
                events.add(event);
            }
        } catch (InterruptedException e) {
            // Closed.
        } finally {
            close(consumer);
        }
    }

    private Event answer(SimpleConsumer consumer, Question question) {
        try {
            return switch (question) {
                case Question.Records records -> new Event.Fetched(link, records, consumer.fetch(request(records)));
                case Question.Range range -> new Event.Ranged(link, range, range(consumer, range));
            };
        } catch (Throwable e) { // also an OutOfMemoryError: the owner throws it, this thread goes on
            return new Event.Failed(link, question, e);
        }
    }

    private FetchRequest request(Question.Records records) {
        FetchRequestBuilder builder = new FetchRequestBuilder()
                .clientId(settings.clientId())
                .minBytes(1)
                .maxWait(records.waitMs);
        for (Question.Want want : records.wants) {
            builder.addFetch(
                    want.reading().partition.topic(), want.reading().partition.partition(), want.from(), want.bytes());
        }
        return builder.build();
    }

    private OffsetRange range(SimpleConsumer consumer, Question.Range range) throws Ranges.Refused {
        return Ranges.ask(consumer, settings.clientId(), range.reading.partition);
    }

    private static void close(@Nullable SimpleConsumer consumer) {
        if (consumer != null) {
            consumer.close();
        }
    }
}
