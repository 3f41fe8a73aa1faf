package dev.headgate.doctor.probe;

import dev.headgate.Clock;
import dev.headgate.doctor.probe.BrokerReading.Api;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Where a broker shows what. Names as read from 3.9.1 and 4.4.0.
 *
 * <p>The rates and means that the meters offer themselves decay over minutes, or span the broker's whole life; so only counts and sums are
 * read, and the window is the caller's.
 */
final class BrokerBeans {

    private static final String HANDLERS = "kafka.server:type=KafkaRequestHandlerPool,name=";
    private static final String ALL_IDLE = HANDLERS + "RequestHandlerAvgIdlePercent";
    /** From 4.2 on: of the broker's own pool, whatever else the node is. */
    private static final String BROKER_IDLE = HANDLERS + "BrokerRequestHandlerAvgIdlePercent";

    private static final String HANDLER_THREAD = "kafka-request-handler-";
    private static final String TOPICS = "kafka.server:type=BrokerTopicMetrics,name=";
    private static final String CONVERSIONS = TOPICS + "ProduceMessageConversionsPerSec";
    private static final String REQUESTS = "kafka.network:type=RequestMetrics,name=";
    /** Counted as Fetch already. */
    private static final Set<String> KINDS_OF_FETCH = Set.of("FetchConsumer", "FetchFollower");

    private final MBeanServerConnection connection;
    private final String whose;

    /** {@code whose} names the connection in messages. */
    BrokerBeans(MBeanServerConnection connection, String whose) {
        this.connection = connection;
        this.whose = whose;
    }

    BrokerReading read(Clock clock) throws IOException {
        try {
            return look(clock);
        } catch (InstanceNotFoundException e) {
            throw new IOException(
                    "The JVM at " + whose + " answers by JMX and shows no " + e.getMessage()
                            + ": give the address of a Kafka broker of 1.0 or newer",
                    e);
        } catch (JMException e) {
            throw new IOException("Cannot read the meters of the broker at " + whose + ": " + e.getMessage(), e);
        }
    }

    private BrokerReading look(Clock clock) throws IOException, JMException {
        // The time belongs to the idle time: a share of the time is made of the two.
        boolean ownPool = connection.isRegistered(new ObjectName(BROKER_IDLE));
        long idleNanos = count(ownPool ? BROKER_IDLE : ALL_IDLE);
        long now = clock.nanos();
        Map<Api, Long> requests = requests();
        return new BrokerReading(
                now,
                (Long) attribute("java.lang:type=Runtime", "StartTime"),
                version(),
                handlers(idleNanos, ownPool),
                ((Number) attribute("kafka.network:type=RequestChannel,name=RequestQueueSize", "Value")).intValue(),
                queueWaitMillis(requests),
                new BrokerReading.CpuTime(
                        (Long) attribute("java.lang:type=OperatingSystem", "ProcessCpuTime"),
                        (Integer) attribute("java.lang:type=OperatingSystem", "AvailableProcessors")),
                count(TOPICS + "MessagesInPerSec"),
                count(CONVERSIONS),
                count(TOPICS + "FetchMessageConversionsPerSec"),
                conversionsByTopic(),
                requests);
    }

    /** A broker and a controller in one JVM have each a pool, with the same names of threads. */
    private BrokerReading.Handlers handlers(long idleNanos, boolean ownPool) throws IOException, JMException {
        Set<String> names = new HashSet<>();
        int first = 0;
        for (String name : threads()) {
            int at = name.indexOf(HANDLER_THREAD);
            if (at >= 0) {
                String number = name.substring(at + HANDLER_THREAD.length());
                names.add(number);
                first += number.equals("0") ? 1 : 0;
            }
        }
        return new BrokerReading.Handlers(idleNanos, ownPool ? 1 : first, names.size());
    }

    private List<String> threads() throws IOException, JMException {
        ObjectName threading = new ObjectName("java.lang:type=Threading");
        long[] ids = (long[]) connection.getAttribute(threading, "AllThreadIds");
        CompositeData[] infos = (CompositeData[])
                connection.invoke(threading, "getThreadInfo", new Object[] {ids}, new String[] {"[J"});
        List<String> names = new ArrayList<>();
        for (CompositeData info : infos) {
            if (info != null) {
                names.add((String) info.get("threadName"));
            }
        }
        return names;
    }

    private Map<Api, Long> requests() throws IOException, JMException {
        Map<Api, Long> requests = new HashMap<>();
        for (ObjectName name : connection.queryNames(new ObjectName(REQUESTS + "RequestsPerSec,*"), null)) {
            String request = name.getKeyProperty("request");
            String version = name.getKeyProperty("version");
            if (request != null && version != null && !KINDS_OF_FETCH.contains(request)) {
                requests.merge(new Api(request, Integer.parseInt(version)), count(name), Long::sum);
            }
        }
        return requests;
    }

    /** The histogram's mean is that of all values ever, so that times their number is the sum. */
    private double queueWaitMillis(Map<Api, Long> requests) throws IOException, JMException {
        double millis = 0;
        for (String request : requests.keySet().stream().map(Api::name).collect(Collectors.toSet())) {
            ObjectName name = new ObjectName(REQUESTS + "RequestQueueTimeMs,request=" + request);
            millis += count(name) * ((Number) value(name, "Mean")).doubleValue();
        }
        return millis;
    }

    private Map<String, Long> conversionsByTopic() throws IOException, JMException {
        Map<String, Long> topics = new HashMap<>();
        for (ObjectName name : connection.queryNames(new ObjectName(CONVERSIONS + ",topic=*"), null)) {
            try {
                topics.put(Objects.requireNonNull(name.getKeyProperty("topic")), count(name));
            } catch (InstanceNotFoundException deletedMeanwhile) {
                // Then it has no conversions any more.
            }
        }
        return topics;
    }

    /** Kafka's own, not that of clients that live in the same JVM. */
    private String version() throws IOException, JMException {
        ObjectName oldest = connection.queryNames(new ObjectName("kafka.server:type=app-info,id=*"), null).stream()
                .min(Comparator.naturalOrder())
                .orElse(null);
        Object version = oldest == null ? null : connection.getAttribute(oldest, "Version");
        return version == null ? "" : version.toString();
    }

    private long count(String name) throws IOException, JMException {
        return count(name(name));
    }

    private long count(ObjectName name) throws IOException, JMException {
        return ((Number) value(name, "Count")).longValue();
    }

    private Object attribute(String name, String attribute) throws IOException, JMException {
        return value(name(name), attribute);
    }

    private Object value(ObjectName name, String attribute) throws IOException, JMException {
        @Nullable Object value = connection.getAttribute(name, attribute);
        if (value == null) {
            throw new JMException(name + " has no " + attribute);
        }
        return value;
    }

    private static ObjectName name(String name) throws MalformedObjectNameException {
        return new ObjectName(name);
    }
}
