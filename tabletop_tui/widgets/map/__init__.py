"""The battlefield on the screen: painters, labels, marks, the cursor."""
