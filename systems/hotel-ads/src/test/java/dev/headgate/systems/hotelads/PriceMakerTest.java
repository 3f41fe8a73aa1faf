package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.systems.hotelads.proto.HotelPrice;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PriceMakerTest {
    private static List<HotelPrice> prices(int count, Prices prices) {
        PriceMaker maker = new PriceMaker(prices, new SplittableRandom(3));
        return IntStream.range(0, count).mapToObj(i -> maker.next(1_000 + i)).toList();
    }

    @Test
    void idsCountFromZeroWithoutGaps() {
        assertThat(prices(1_000, new Prices(10, 1, Duration.ofSeconds(5), 0)))
                .extracting(HotelPrice::getId)
                .containsExactlyElementsOf(LongStream.range(0, 1_000).boxed().toList());
    }

    @Test
    void aPriceExpiresSoLongAfterItsCreation() {
        HotelPrice price =
                prices(1, new Prices(10, 1, Duration.ofSeconds(5), 0)).getFirst();
        assertThat(price.getCreated()).isEqualTo(1_000);
        assertThat(price.getExpires()).isEqualTo(6_000);
        assertThat(price.getFinished()).isTrue();
    }

    @Test
    void soManyAreNotFinishedAsWasAskedFor() {
        long unfinished = prices(20_000, new Prices(10, 1, Duration.ofSeconds(5), 0.25)).stream()
                .filter(price -> !price.getFinished())
                .count();
        assertThat(unfinished / 20_000.0).isCloseTo(0.25, within(0.02));
    }

    @Test
    void withSkewOneTheFirstHotelGetsItsZipfShareAndWithoutSkewItsEqualShare() {
        // 1 / (1 + 1/2 + ... + 1/100) = 1 / 5.187
        assertThat(shareOfFirst(1)).isCloseTo(1 / 5.187, within(0.01));
        assertThat(shareOfFirst(0)).isCloseTo(0.01, within(0.003));
    }

    private static double shareOfFirst(double skew) {
        int count = 50_000;
        return prices(count, new Prices(100, skew, Duration.ofSeconds(5), 0)).stream()
                        .filter(price -> price.getHotel() == 0)
                        .count()
                / (double) count;
    }
}
