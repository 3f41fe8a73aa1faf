package dev.headgate.systems.trips;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Bad bodies are answered with a 400 in the form of RFC 9457 that names each field and what is wrong with it. */
@RestControllerAdvice
class Refusals extends ResponseEntityExceptionHandler {

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<Map<String, String>> fields = e.getBindingResult().getFieldErrors().stream()
                .map(error -> field(error.getField(), String.valueOf(error.getDefaultMessage())))
                .sorted((a, b) -> a.toString().compareTo(b.toString()))
                .toList();
        return answer(e, fields, headers, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (e.getCause() instanceof MismatchedInputException mismatch) {
            String name = mismatch.getPath().stream()
                    .map(JacksonException.Reference::getPropertyName)
                    .collect(Collectors.joining("."));
            if (!name.isEmpty()) {
                String wanted = mismatch.getTargetType() == null
                        ? "another type"
                        : "a " + mismatch.getTargetType().getSimpleName();
                return answer(e, List.of(field(name, "must be " + wanted)), headers, status, request);
            }
        }
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                status, "The body is not JSON with the fields tripId, riderId, zone, distanceMetres, minutes");
        return handleExceptionInternal(e, problem, headers, status, request);
    }

    private @Nullable ResponseEntity<Object> answer(
            Exception e,
            List<Map<String, String>> fields,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                status,
                fields.stream()
                        .map(field -> field.get("field") + " " + field.get("message"))
                        .collect(Collectors.joining("; ")));
        problem.setProperty("fields", fields);
        return handleExceptionInternal(e, problem, headers, status, request);
    }

    private static Map<String, String> field(String name, String message) {
        return Map.of("field", name, "message", message);
    }
}
