// What a report adds to everybody's total, by what its page has fetched in advance (`_AddendsWriter` in
// tournaments/phones/later_deals.py). Nothing where only the rules can tell.
(() => {
  const UNKNOWN = Symbol("unknown");

  // A number as it is typed; one that is out of bounds is for the rules.
  function numberOf(text, [, low, high, step, also, blank]) {
    const number = text === "" && blank !== null ? blank : Number(text.trim().replace("−", "-").replace(",", "."));
    const isSound = text !== "" || blank !== null;
    if (isSound && also.includes(number)) return number;
    if (!isSound || !Number.isInteger(number) || number < low || number > high || number % step) throw UNKNOWN;
    return number;
  }

  function valueOf(input, fields, totals) {
    if (typeof input === "number") return totals[input];
    const [name, choice] = input;
    if (input.length > 2) return numberOf(fields.get(name) ?? "", input);
    if (choice !== "") return Number(fields.getAll(name).includes(choice));
    return Number([...fields].some(([key, value]) => value !== "" && (key === name || (name.endsWith("-") && key.startsWith(name)))));
  }

  // `fields`: URLSearchParams of the report; `totals`: before it. The gains by scorer, or null.
  function gains(addends, fields, totals) {
    const given = [...fields].filter(([, value]) => value !== "");
    const isBeside = ([key]) => addends.absent.some((name) => key === name || key.startsWith(`${name}-`));
    if (given.some(isBeside)) return null;
    const sum = ([constant, ...terms], numbers) =>
      terms.reduce((all, [place, times]) => all + times * valueOf(addends.inputs[place], fields, numbers), constant);
    function follow(tree, numbers) {
      while (tree?.sum) {
        const value = sum(tree.sum, numbers);
        tree = (tree.is ? tree.is.includes(value) : value >= 0) ? tree.yes : tree.no;
      }
      return tree;
    }
    try {
      for (const [total, name] of addends.sums) {
        const parts = given.filter(([key]) => key.startsWith(name)).map(([, value]) => Number(value));
        if (parts.length && parts.reduce((all, part) => all + part, 0) !== total) return null;
      }
      for (const input of addends.inputs) {
        if (input.length > 2 && fields.get(input[0])) valueOf(input, fields, totals);
      }
      const all = follow(addends.gains, totals)?.map((one) => sum(one, totals));
      if (!all) return null;
      const after = totals.map((total, scorer) => total + all[scorer]);
      return follow(addends.ends, after) ? null : all;
    } catch (error) {
      if (error !== UNKNOWN) throw error;
      return null;
    }
  }

  window.addends = { gains };
})();
