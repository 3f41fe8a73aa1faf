package dev.headgate.kafka;

import org.jspecify.annotations.Nullable;

/** The first failure that the intake cannot go on after. Written by the owner, read by any thread. */
final class Failure implements Settlement.Alarm {
    private volatile @Nullable Throwable cause;

    @Override
    public void fail(Throwable cause) {
        if (this.cause == null) {
            this.cause = cause;
        }
    }

    @Nullable
    Throwable cause() {
        return cause;
    }
}
