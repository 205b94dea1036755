import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { changeStamps } from "./change-stamp.ts";
import type { Faults } from "./commit-points.ts";
import type { TableName } from "./schemas.ts";
import type { LanceTable } from "./table.ts";

/** What the parts of the store share. */
export interface StoreContext {
  readonly tables: Readonly<Record<TableName, LanceTable>>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly faults: Faults | undefined;
  /** Where the home is a folder: whether the skills may have changed, without asking LanceDB. */
  readonly libraryStamp: ReturnType<typeof changeStamps> | undefined;
}
