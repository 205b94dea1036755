import type { Calibration } from "./judge-matches.ts";

/** Where a library is too small to tell: what the local embedder's cosines mean in libraries of some size. */
export const defaultCalibration: Calibration = { noise: 0.7, own: 0.85 };
