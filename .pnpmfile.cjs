/** LangSmith takes an optional `openai` from whoever has one, and LangChain would be there in several copies. */
function readPackage(manifest) {
  if (manifest.name === "langsmith") {
    delete manifest.peerDependencies?.openai;
    delete manifest.peerDependenciesMeta?.openai;
  }
  return manifest;
}

module.exports = { hooks: { readPackage } };
