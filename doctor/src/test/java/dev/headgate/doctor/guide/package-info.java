/** Runs the code of the guide's page on the doctor. */
@NullMarked
package dev.headgate.doctor.guide;

import org.jspecify.annotations.NullMarked;
