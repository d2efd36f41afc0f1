"""What is shown of a game, on screen and paper alike: boards, drawings, charts."""
