package dev.headgate.systems.hotelads;

import com.google.protobuf.Message;
import dev.headgate.systems.hotelads.proto.Offer;
import dev.headgate.systems.hotelads.proto.OfferRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The service headgate.hotelads.Pricing with its one unary call, for both sides. */
final class Pricing {
    private static final String SERVICE = "headgate.hotelads.Pricing";
    private static final MethodDescriptor<OfferRequest, Offer> LOOKUP =
            unary("Lookup", OfferRequest.getDefaultInstance(), Offer.getDefaultInstance());

    private Pricing() {}

    /**
     * The server's side.
     *
     * @param lookup runs on the server's executor and may block; what it throws fails the call
     */
    static ServerServiceDefinition service(Function<OfferRequest, Offer> lookup) {
        return ServerServiceDefinition.builder(SERVICE)
                .addMethod(LOOKUP, ServerCalls.asyncUnaryCall((request, answer) -> {
                    Offer offer;
                    try {
                        offer = lookup.apply(request);
                    } catch (RuntimeException e) {
                        answer.onError(e);
                        return;
                    }
                    answer.onNext(offer);
                    answer.onCompleted();
                }))
                .build();
    }

    /**
     * The client's side; blocks until the answer is there.
     *
     * @throws io.grpc.StatusRuntimeException if the call fails, or takes longer than {@code atMost}
     */
    static Offer lookup(Channel channel, OfferRequest request, Duration atMost) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(atMost.toNanos(), TimeUnit.NANOSECONDS);
        return ClientCalls.blockingUnaryCall(channel, LOOKUP, options, request);
    }

    private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> unary(
            String name, Q question, A answer) {
        return MethodDescriptor.<Q, A>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setRequestMarshaller(ProtoUtils.marshaller(question))
                .setResponseMarshaller(ProtoUtils.marshaller(answer))
                .build();
    }
}
