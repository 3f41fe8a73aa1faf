package dev.headgate.systems.hotelads;

/**
 * What the ads service has got.
 *
 * @param received pushes, repeated ones included
 * @param distinct different prices among them
 * @param expired pushes that had expired when they arrived: they cost money and bring none
 */
public record AdsCounts(long received, long distinct, long expired) {

    /** Pushes of a price that was pushed before. */
    public long repeated() {
        return received - distinct;
    }
}
