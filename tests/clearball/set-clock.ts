// Loaded before a program (`node --import`): its clock begins at CLOCK_FROM_MS and runs ten times slower, so that one recorded round of
// the beacon is the newest for as long as the program takes.
const fromMs = Number(process.env.CLOCK_FROM_MS)
const slower = 10
const [beganMs, beganSteadyMs] = [Date.now(), performance.now()]
const [now, steady] = [Date.now.bind(Date), performance.now.bind(performance)]
Date.now = () => Math.floor(fromMs + (now() - beganMs) / slower)
performance.now = () => beganSteadyMs + (steady() - beganSteadyMs) / slower
