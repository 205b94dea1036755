import { plainKernel } from "./plain-kernel.ts";
import type { VectorKernel } from "./vector-kernel.ts";
import { wasmKernel } from "./wasm-kernel.ts";

let kernel: VectorKernel | undefined;

/** The kernel that this process can run, made when it is first asked for. */
export function chosenKernel(): VectorKernel {
  kernel ??= wasmKernel() ?? plainKernel();
  return kernel;
}
