package dev.headgate.systems.trips;

import jakarta.validation.Valid;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The one endpoint, the same for all arms. */
@RestController
class TripsController {
    private final TripCompletion completion;

    TripsController(TripCompletion completion) {
        this.completion = completion;
    }

    /** Completes a trip; who asks again gets the same answer. */
    @PostMapping("/api/trips/complete")
    TripAnswer complete(@Valid @RequestBody TripRequest request) throws InterruptedException {
        return completion.complete(request);
    }
}
