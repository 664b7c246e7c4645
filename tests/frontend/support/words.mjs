// Sentences as Python hands them over, but short ones. A word that is not listed says its own name.

export const own = (listed) => new Proxy(listed, { get: (words, name) => words[name] ?? String(name) });

export const BUILDER = own({
  left: "{label}, {left} left", none_left: "{label}, none left", no_more: "No more {label} cards.",
  card: "{label}, card {card} of {cards}", in_slot: "{label}, {slot}", locked: "{slot} is locked: {label}",
  repeat: "Repeat {of} times", while: "While {of}", if: "If {of}", bracket_empty: "{label}, empty",
  bracket_one: "{label}, around card {first}", bracket_many: "{label}, around cards {first} to {last}",
  several: "{count} pieces", chosen: "{count} chosen.", held: "{label} in your hand.", added: "Added: {what}.",
  moved: "Moved: {what}.", moved_in: "Moved into {bracket}: {what}.", moved_out: "Moved out of {bracket}: {what}.",
  removed: "{label} removed.", unwrapped: "{label} taken off.", stays: "Card {card} is fixed.",
  problem: "Card {card}: {says}", line: "Line {line}: {says}", define: "Routine {of}",
  in_routine: "Routine {of}, card {card}: {label}", renamed: "Now called {name}.",
  removed_routine: "{label} and its calls removed.",
});

export const POINTING = own({
  stands: "{label} on {square}, {heading}", right: "{part}: right", wrong: "{part}: not right",
  row: "Line {row}: {label}", filled: "Line {row}: {answer}.",
});

export const PLAYER = own({
  speed_value: "{speed}× the usual speed", place: "step {step} of {steps}", place_so_far: "step {step}",
  card: "Card {card}: {label}", next: "Next is card {card}: {label}",
  next_of: "Next is {actor}, card {card}: {label}", program_of: "Program of {actor}",
  next_question: "Next is a question: {asks}?", next_question_of: "Next is {actor}, a question: {asks}?",
  next_line: "Next is line {line}", mark_card: "Mark card {card}", held: "Stopped before card {card}.",
  repeat: "Repeat {times} times", while: "While {sensor}", if: "If {sensor}", define: "Routine {name}", pointing: POINTING, short: own({}),
});

export const FEEDBACK = own({
  hints_left: "Hint, {left} left", medals: "Medals: {medals}", points: "{points} of 3 points", board: "Board {number}",
});

export const BOTS = own({
  move: "Move {number} of {of}: {name}", take: "Play {label} instead of {bot}", give: "Give {label} back to {bot}", you: "You",
});

export const ASKING = own({
  house: "{name} (house)", points: "points: {points}", turn: "It is your turn, {name}.",
  turns: "Who plays now?", asks: "{name}: {question}", sit: "I am {name}",
  some: "{least} to {most}", line: "Like {example}",
});

export const BAR = own({ back: "Undo: {name}", left: "Seconds left: {seconds}" });

export const EDITOR = own({
  card: "Card {card}: {label}", card_looped: "Card {card}: {label}, {times} times", added: "Added: {edit}.",
  removed: "Removed: {edit}.", wrong: "Edit {edit}: {says}", take_back: "Remove: {edit}",
  left: "{label}, {left} left", none_left: "{label}, none left", place: "Choose a place for {label}.",
  nowhere: "{label} fits nowhere.", cover: "{label} on card {card}", insert: "{label} before card {card}",
  append: "{label} at the end", around: "{label} around card {card}",
  around_two: "{label} around cards {card} and {last}", off: "Card {card}: remove ×{times}",
  off_two: "Cards {card} and {last}: remove ×{times}",
});

export const EASEL = own({
  tile: "{says} ({letter})", here: "{square}: {things}", on_side: "{says} {side}", facing: "{says} facing {side}",
  less: "fewer {name}", more: "more {name}", did_resize: "{columns} by {rows}",
});
