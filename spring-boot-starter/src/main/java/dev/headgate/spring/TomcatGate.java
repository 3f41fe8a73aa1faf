package dev.headgate.spring;

import dev.headgate.Clock;
import dev.headgate.Gate;
import dev.headgate.GateStats;
import dev.headgate.GateView;
import dev.headgate.Levels;
import dev.headgate.SampledGate;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Tomcat's threads as a gate. As a filter before all others it books each request's thread, exactly, and so that gates which the request
 * enters are inside it; who waits for a thread is sampled from the queue of Tomcat's executor. On virtual threads there is no pool, and no gate.
 *
 * <p>What a request does outside the filters (parsing, the rest of a response) is not in the hold. Tomcat and its meters are left as they are.
 */
final class TomcatGate implements Filter, PoolObserver, ApplicationListener<WebServerInitializedEvent> {
    static final String NAME = "tomcat";

    /** Until the server has said how many there are: the filter is never to make anybody wait. */
    private static final int MANY = 1_000_000;

    private final Gate requests = Gate.named(NAME).capacity(MANY).open();
    private volatile @Nullable GateView shown;

    @Override
    public void onApplicationEvent(WebServerInitializedEvent event) {
        boolean management = event.getApplicationContext().getServerNamespace() != null;
        if (!management && event.getWebServer() instanceof TomcatWebServer server) {
            Executor executor =
                    server.getTomcat().getConnector().getProtocolHandler().getExecutor();
            shown = executor instanceof ThreadPoolExecutor pool ? new Shown(requests, pool) : null;
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (shown == null) {
            chain.doFilter(request, response);
            return;
        }
        // Not enter(), which an interrupt ends: there is always a slot.
        try (var pass = requests.tryEnter()) {
            chain.doFilter(request, response);
        }
    }

    @Override
    public List<GateView> gates() {
        GateView view = shown;
        return view == null ? List.of() : List.of(view);
    }

    /** The requests' exact books, with the threads as capacity, and the executor's line. */
    private static final class Shown implements GateView {
        private final Gate requests;
        private final ThreadPoolExecutor pool;
        private final SampledGate line;

        Shown(Gate requests, ThreadPoolExecutor pool) {
            this.requests = requests;
            this.pool = pool;
            this.line = SampledGate.of(
                    NAME,
                    Clock.system(),
                    () -> Levels.of(
                            pool.getMaximumPoolSize(),
                            pool.getActiveCount(),
                            pool.getQueue().size(),
                            pool.getCompletedTaskCount()));
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public GateStats stats() {
            GateStats waiting = line.stats();
            GateStats inside = requests.stats();
            return new GateStats(
                    NAME,
                    inside.atNanos(),
                    pool.getMaximumPoolSize(),
                    inside.inUse(),
                    waiting.waiting(),
                    inside.entries(),
                    inside.exits(),
                    inside.cancelled(),
                    waiting.waitNanos(),
                    inside.holdNanos(),
                    inside.inUseNanos(),
                    waiting.waitingNanos(),
                    inside.oldestHolderNanos(),
                    waiting.oldestWaiterNanos(),
                    inside.insideNanos(),
                    inside.insides());
        }
    }
}
