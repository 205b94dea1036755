/** Numbers of the trust rule (DESIGN 5.6), in one place. */

/** Independent verified uses, in distinct runs, that make a version active and trusted. */
export const USES_FOR_ACTIVE = 3;
export const USES_FOR_TRUSTED = 10;

/** A version is demoted when so many outcomes or more have a Beta(1,1) posterior mean below the least mean. */
export const OUTCOMES_TO_DEMOTE = 4;
export const LEAST_POSTERIOR_MEAN = 0.4;

const DAY_MS = 86_400_000;
export const UNUSED_MS = 60 * DAY_MS;

/** How long a transient lesson holds without being seen again. */
export const TRANSIENT_TTL_MS = 14 * DAY_MS;

/** Distinct runs that must repeat a transient lesson before it is a candidate. */
export const RUNS_FOR_TRANSIENT = 2;

/**
 * Of the users or agents that share a wider skill, one alone counts at most so often, in passes and in
 * failures alike: three uses need two of them, and so does a demotion. One source can neither lift a skill
 * that others are served nor take it from them.
 */
export const USES_PER_PRINCIPAL = 2;
