package dev.headgate.spring;

import java.util.Objects;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows what is wrong and what to do, instead of a stack trace. */
final class HeadgateFailureAnalyzer extends AbstractFailureAnalyzer<HeadgateConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, HeadgateConfigurationException cause) {
        return new FailureAnalysis(Objects.requireNonNull(cause.getMessage()), cause.action(), cause);
    }
}
