/**
 * The worked system hotel-ads: hotel prices from Kafka, looked up at a pricing service over gRPC, pushed to an ads service
 * over HTTP.
 */
@NullMarked
package dev.headgate.systems.hotelads;

import org.jspecify.annotations.NullMarked;
