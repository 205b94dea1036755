/** A prohibition or a refusal: what follows is not asked for. */
export const forbidden =
  /\b(?:never|do not|don['’]t|must not|may not|cannot|can['’]t|should not|not allowed|no one may|nobody may|refus(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|reject(?:s|ed|ing)?|prohibited|forbidden)\b/i;

/** A condition, an owner or a place that makes a permission an ordinary one. */
export const bounded =
  /\b(?:only (?:if|when|after|once|with|for|to|by|where|through|from|in)|not to be|unless|not (?:proof|enough|sufficient|an? (?:approval|consent|reason|instructions?|requests?))|(?:is|are) (?:no|not) (?:approval|proof|consent|evidence)|sandbox|staging|dry[- ]runs?|mock\w*|fixtures?|test (?:accounts?|data|orders?|environments?|runs?|users?)|(?:if|when|where|after|once|as soon as) (?:the |a |an |your |its |their )?(?:\p{L}+ ){0,3}(?:allows?|permits?|agree[sd]|approve[sd]|confirm(?:s|ed)|signed|consents?|consented|eligible|entitled)|with (?:the |a |their )?(?:written |explicit )?(?:consent|approval|permission) of|up to \W?\p{N}+|(?:below|under|less than|at most) \W?\p{N}+)\b/iu;
