package dev.headgate.doctor;

import java.util.Arrays;

/** What happens next: a binary heap of (time, token) in primitive arrays; equal times come in the order of adding. */
final class EventHeap {

    private double[] times = new double[256];
    private long[] orders = new long[256];
    private int[] tokens = new int[256];
    private int size;
    private long added;

    boolean isEmpty() {
        return size == 0;
    }

    /** Time of the next event. */
    double time() {
        return times[0];
    }

    void add(double time, int token) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
            tokens = Arrays.copyOf(tokens, 2 * size);
        }
        long order = added++;
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (times[parent] <= time) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, time, order, token);
    }

    /** Takes the next event out. */
    int poll() {
        int token = tokens[0];
        size--;
        double time = times[size];
        long order = orders[size];
        int last = tokens[size];
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && before(child + 1, times[child], orders[child])) {
                child++;
            }
            if (!before(child, time, order)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, time, order, last);
        return token;
    }

    private boolean before(int at, double time, long order) {
        return times[at] < time || (times[at] == time && orders[at] < order);
    }

    private void move(int from, int to) {
        put(to, times[from], orders[from], tokens[from]);
    }

    private void put(int at, double time, long order, int token) {
        times[at] = time;
        orders[at] = order;
        tokens[at] = token;
    }
}
