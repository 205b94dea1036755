import type { Store } from "../../ports/store.ts";
import { readJson } from "../../text/read-json.ts";
import { assertScope, scopeKey } from "../../text/scope-key.ts";
import type { Scope } from "../../types/scope.ts";
import type { EmbedderRecord } from "../../types/vectors.ts";
import { atPoint } from "./commit-points.ts";
import type { StoreContext } from "./context.ts";
import { and, equal, literal } from "./filter.ts";

type Methods = Pick<Store, "readEmbedder" | "recordEmbedder">;

/** A row of `meta` for each project, changed by compare-and-set on its whole text. */
export function lanceEmbedders({ tables, faults }: StoreContext): Methods {
  const { meta } = tables;

  const read = async (scope: Scope): Promise<string | undefined> => {
    const where = equal("id", rowId(scope));
    const [row] = await meta.read<{ value: string | null }>({ where, columns: ["id", "value"] });
    return row?.value ?? undefined;
  };

  const insert = async (scope: Scope, value: string): Promise<boolean> => {
    if ((await read(scope)) !== undefined) return false;
    const row = { id: rowId(scope), value, owner: null, until: null };
    const { numInsertedRows } = await meta.commit("record the embedder", (handle) =>
      handle.mergeInsert("id").whenNotMatchedInsertAll().useIndex(false).execute([row]),
    );
    return numInsertedRows === 1;
  };

  const replace = async (scope: Scope, value: string, expected: string): Promise<boolean> => {
    const { rowsUpdated } = await meta.commit("record the embedder", (handle) =>
      handle.update({
        where: and(equal("id", rowId(scope)), equal("value", expected)),
        valuesSql: { value: literal(value) },
      }),
    );
    return rowsUpdated > 0;
  };

  return {
    async readEmbedder(scope) {
      assertScope(scope);
      const text = await read(scope);
      return text === undefined ? undefined : recordFrom(text);
    },
    async recordEmbedder(scope, next, expected) {
      assertScope(scope);
      const value = textOf(next);
      return meta.exclusive(() =>
        atPoint(faults, "embedder-recorded", () =>
          expected === undefined ? insert(scope, value) : replace(scope, value, textOf(expected)),
        ),
      );
    },
  };
}

const rowId = ({ project }: Scope): string => `embedder:${scopeKey({ project })}`;

/** Always in this order: it is compared as a text. */
const textOf = ({ embedder, dimension, moving }: EmbedderRecord): string =>
  JSON.stringify({ embedder, dimension, moving });

function recordFrom(text: string): EmbedderRecord | undefined {
  const read = readJson(text);
  return read.ok ? (read.value as unknown as EmbedderRecord) : undefined;
}
