/**
 * How the program's Node is started. A host runs all day beside everything else and is mostly idle: young objects get little
 * room (what a round leaves behind is collected at once instead of filling 64 MB first), and memory goes before speed where
 * the engine has the choice. Measured: half the memory of a run of 100 rounds for the same time per round (bench/agent-round).
 */
export const nodeFlags = ['--max-semi-space-size=1', '--optimize-for-size', '--memory-saver-mode']
