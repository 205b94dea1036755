/** What is told of a stream that goes through. Nothing here may throw. */
export interface StreamObserver {
  part(part: unknown): void;
  closed(): void;
  failed(error: unknown): void;
  cancelled(): void;
}

/**
 * The stream itself, observed: each part goes on by reference and in order, one is taken from the source for
 * each that is asked for, and cancelling reaches the source. Written by hand because a TransformStream tells
 * of a cancel on some runtimes only (AI4).
 */
export function passThrough<Part>(
  source: ReadableStream<Part>,
  observer: StreamObserver,
): ReadableStream<Part> {
  const reader = source.getReader();
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            observer.closed();
            controller.close();
          } else {
            observer.part(value);
            controller.enqueue(value);
          }
        } catch (error) {
          observer.failed(error);
          controller.error(error);
        }
      },
      cancel(reason) {
        observer.cancelled();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
