import { watchProcess } from './start-limit-thread.mjs';

/** Preloaded in each task process, so that a task does not outlive its parent. V8 bounds the memory. */
watchProcess(Infinity);
