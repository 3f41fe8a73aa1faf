package dev.headgate.lab;

import dev.headgate.systems.hotelads.proto.HotelPrice;
import org.apache.kafka.common.TopicPartition;

/** A price as a receiver hands it over, with what it takes to acknowledge it. */
record Received(HotelPrice price, TopicPartition partition, long offset) {}
