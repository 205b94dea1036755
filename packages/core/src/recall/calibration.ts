import type { Calibration } from "./judge-matches.ts";

/**
 * Where a library is too small to tell: what the local embedder's cosines mean in libraries of some size. Another embedder
 * has another scale; it is read by this one until there are skills enough.
 */
export const defaultCalibration: Calibration = { noise: 0.6, own: 0.755 };
