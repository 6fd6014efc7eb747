/* A system's page shows one of its tasks at a time: the one that its address names, else the first. */

/** @param {Element} page */
export function taskIn(page) {
  const tasks = page.querySelector("task-bar")?.getAttribute("tasks").split(" ") ?? [];
  const named = location.hash.slice(1);
  return tasks.includes(named) ? named : tasks[0];
}
