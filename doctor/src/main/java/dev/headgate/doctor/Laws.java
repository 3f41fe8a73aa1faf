package dev.headgate.doctor;

/**
 * How well a station obeys the operational laws over the window: 0 is perfectly, 0.1 is off by a tenth.
 *
 * <p>Little's law says that the mean number in use is the rate of exits times the mean hold, and the mean number
 * waiting is the rate of entries times the mean wait; the utilisation law says that capacity times time bounds what can
 * be in use. (J. D. C. Little, Operations Research 9, 1961; P. J. Denning and J. P. Buzen, "The Operational Analysis of
 * Queueing Network Models", ACM Computing Surveys 10, 1978.) What is under way at the two ends of the window makes an
 * honest station miss by a little, and holders that never come back by much.
 *
 * @param holdResidual (in use - exits/s x hold) / in use; 0 when nothing was in use
 * @param waitResidual (waiting - entries/s x wait) / waiting; 0 when nobody waited
 * @param utilisation mean in use / capacity
 */
public record Laws(double holdResidual, double waitResidual, double utilisation) {}
