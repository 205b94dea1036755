const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Programs whose first words choose what they do. */
export const subcommandPrograms = words(`
  git npm pnpm yarn bun deno docker podman kubectl helm gh glab hub aws gcloud az cargo go pip pip3 pipx uv
  poetry pdm conda mamba terraform tofu pulumi brew apt apt-get yum dnf apk pacman systemctl service launchctl
  dotnet nuget mvn gradle bundle gem composer heroku vercel netlify fly flyctl supabase firebase prisma rails
  svn hg jj nx turbo lerna changeset corepack nvm rustup ansible-galaxy minikube kind skaffold`);

/** Programs that take only options and operands: their first word is never a subcommand. */
export const plainPrograms = words(`
  cat ls cp mv rm mkdir rmdir touch ln chmod chown chgrp head tail less more wc sort uniq cut tr sed awk grep
  egrep fgrep rg ag find fd xargs tee diff cmp patch tar zip unzip gzip gunzip curl wget ssh scp rsync psql
  mysql sqlite3 mongosh redis-cli make cmake node tsx ts-node python python3 python2 ruby perl php bash sh zsh
  dash fish pwsh java javac gcc g++ clang tsc jest vitest mocha pytest tox nox eslint prettier biome ruff mypy
  black flake8 rustc jq yq echo printf test export unset set source . eval exec cd pwd which type kill sleep
  date env npx pnpx bunx uvx playwright cypress open code vim nano`);

/** Second-level commands: `git remote add`, `npm run build`, `docker compose up`. */
export const nestedSubcommands: Readonly<Record<string, ReadonlySet<string>>> = {
  git: words("remote stash submodule worktree bisect config lfs notes flow"),
  npm: words("run run-script config pkg cache"),
  pnpm: words("run config store"),
  yarn: words("run config workspace"),
  bun: words("run pm"),
  docker: words("compose container image volume network buildx system"),
  podman: words("compose container image volume network"),
  kubectl: words("get describe create delete rollout config set apply"),
  gh: words("pr issue repo release run workflow auth api secret"),
  aws: words("s3 ec2 iam lambda ecs eks rds sts ssm logs cloudformation dynamodb"),
  gcloud: words("compute container run auth config projects iam"),
  go: words("mod work tool"),
  uv: words("pip tool python"),
  terraform: words("state workspace"),
  helm: words("repo"),
};

/** Programs that run a script given as their first operand. */
export const interpreters = words(
  "node tsx ts-node deno bun python python3 python2 ruby perl php bash sh zsh dash",
);

export const shellInterpreters = words("bash sh zsh dash");

/** Options before the subcommand that take a value. */
export const globalValueOptions: Readonly<Record<string, ReadonlySet<string>>> = {
  git: words("-C -c --git-dir --work-tree"),
  docker: words("--context -H --host"),
  kubectl: words("-n --namespace --context --kubeconfig"),
  npm: words("--prefix -C --workspace -w"),
  pnpm: words("--filter -C --dir"),
  yarn: words("--cwd"),
  make: words("-C -f"),
};

/** Options without a value, so that the word after them is an operand. */
export const booleanOptions = words(`
  -u --set-upstream --3way -3 --force -f --force-with-lease --verbose -v --quiet -q --all -a --amend --yes -y
  --rebase --no-rebase --global --local --system --hard --soft --mixed --save --save-dev -D -S -E -g --cached
  --staged --index --reject --check --dry-run --help -h --version --recursive -r -R -p -s -l -i -x -e --parents
  --no-verify --no-edit --no-ff --ff-only --allow-empty --allow-unrelated-histories --insecure -k --json --watch
  --coverage --silent --frozen-lockfile --legacy-peer-deps --if-present --if-exists --unset --tags --prune --bare
  --detach --track --orphan --exist-ok --break-system-packages --user --upgrade -U --no-cache --no-install
  --privileged --rm -it -d --build --unsafe-perm --ignore-scripts --skip-checks --stat --oneline --unidiff-zero
  --porcelain --progress --ignore-whitespace --whitespace=fix --continue --abort --recount -t --experimental-strip-types`);

/** Options whose short form takes a value although it reads like a flag elsewhere. */
export const valueOptions: Readonly<Record<string, ReadonlySet<string>>> = {
  git: words("-m --message -am -F --file -b -B -c -C --author --date --branch --depth -X -s"),
  gh: words("-t --title -b --body -B --base -R --repo --head -H"),
  docker: words("-t --tag -f --file -p -v -e --name --network --platform -u -w"),
  kubectl: words("-n --namespace -f -l -o -c --context"),
  curl: words("-X -H -d -o -u -e --data --header --request --output --user"),
  psql: words("-h -p -U -d -c -f -v"),
  mysql: words("-h -P -u -e -D"),
  ssh: words("-i -p -l -o"),
  scp: words("-i -P -o"),
  node: words("-e -p -r --import --require --eval"),
  python: words("-c -m"),
  python3: words("-c -m"),
  bash: words("-c -lc"),
  sh: words("-c"),
  npm: words("-w --workspace --prefix"),
  pytest: words("-k -m -n -p"),
  jest: words("-t --testNamePattern -c"),
  vitest: words("-t --testNamePattern -c"),
  mocha: words("-g --grep -r"),
  pip: words("-r -c -t -i"),
  patch: words("-i -d -o"),
  sed: words("-e -f"),
  tar: words("-f -C"),
  go: words("-run -o -tags"),
  terraform: words("-target -var -var-file"),
};

/** Programs that only look or talk: they change nothing, and their failures teach nothing. */
export const lookingPrograms = words(`
  ls cat head tail less more wc find fd grep egrep fgrep rg ag pwd which type whereis file stat tree du df ps
  echo printf date whoami id hostname env printenv diff cmp test [ true false sleep jq yq man help sort uniq
  cut nl bat`);

/** Subcommands that only look. */
export const lookingSubcommands: Readonly<Record<string, ReadonlySet<string>>> = {
  git: words("status log diff show branch remote rev-parse ls-files blame describe reflog shortlog"),
  npm: words("ls list view outdated help root prefix"),
  docker: words("ps images logs inspect"),
  kubectl: words("get describe logs"),
  pip: words("list show freeze"),
};

/** Words that change how a command runs and not what it does. */
export const wrapperPrograms = words(
  "time nohup command exec nice env timeout stdbuf builtin then do else !",
);
export const privilegePrograms = words("sudo doas su runas gsudo pkexec");
