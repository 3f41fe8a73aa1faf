package dev.headgate.systems.trips;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.UUID;

/** The body of {@code POST /api/trips/complete}. Nothing in it may be relied on before it is validated, not even that it is not null. */
record TripRequest(
        @NotNull UUID tripId,
        @NotBlank @Size(max = 64) String riderId,
        @NotBlank @Size(max = 64) String zone,
        @NotNull @Min(0) @Max(1_000_000) Integer distanceMetres,
        @NotNull @Min(0) @Max(1_440) Integer minutes) {}
