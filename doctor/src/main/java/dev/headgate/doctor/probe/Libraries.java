package dev.headgate.doctor.probe;

import java.util.List;

/** All libraries whose meters are known. */
final class Libraries {
    static final List<Library> ALL = List.of(
            new Tomcat(),
            new Jetty(),
            new HttpServer(),
            new SpringKafka(),
            new Executors(),
            new ReactorSchedulers(),
            new Resilience4j(),
            new Hikari(),
            new Agroal(),
            new QuarkusPools(),
            new VertxPools(),
            new R2dbc(),
            new Mongo(),
            new ReactorNetty(),
            new HttpComponents(),
            new QuarkusHttpClient(),
            new SpringHttpClient(),
            new Grpc());

    private Libraries() {}
}
